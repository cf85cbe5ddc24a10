"""Talk to any language model: the embedded one, or a provider over HTTP."""
