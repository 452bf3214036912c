"""libcst's tree to the IR: reads the grammar of every Python, and says where a text is no Python.

libcst's parse takes nine times as long as that of Python's `ast` (`from_ast`), which reads what the running Python
accepts. What is left for this one: newer syntax, the insides of f-strings (whose places older versions of `ast` do
not have), nesting that `ast` does not bear, and errors.
"""
