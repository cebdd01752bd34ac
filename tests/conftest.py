"""Marks, which ctest turns into labels: `slow` is for what takes seconds and is part of CI; `long` is for what takes
longer and shows what a shorter test shows nearly as well."""


def pytest_configure(config):
    config.addinivalue_line("markers", "long: not among the fast tests")
    config.addinivalue_line("markers", "slow: not among the fast tests, but part of CI")
