"""The desk in the browser (`pbem play`): a local page for who would rather look and click than type."""
