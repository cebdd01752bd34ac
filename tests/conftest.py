"""Marks: `long` is for what takes seconds and shows what a shorter test shows nearly as well; ctest has it apart."""


def pytest_configure(config):
    config.addinivalue_line("markers", "long: not among the fast tests")
