"""The language server: `shapecheck server` speaks the Language Server Protocol on stdio."""
