"""pytest puts the folder of this file on the path of modules, so the tests in its folders can import the helpers."""
