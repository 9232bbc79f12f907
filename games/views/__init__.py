"""Pages: they parse a request, call a service or a selector, and render."""
