"""Is what was said in the sources? Claims, their evidence, and a score that shows its reasons."""
