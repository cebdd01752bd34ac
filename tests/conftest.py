"""Marks, which ctest turns into labels: `slow` is for what takes more than a few seconds, such as a browser; `long` is
for what takes longer still and shows what a shorter test shows nearly as well."""


def pytest_configure(config):
    config.addinivalue_line("markers", "long: not among the fast tests")
    config.addinivalue_line("markers", "slow: not among the fast tests")
