"""PostgreSQL itself is made to refuse everybody."""

import psycopg
import pytest
from django.db import connection

from tests.contract.test_error_shape import problem
from tests.factories import api, player


@pytest.fixture
def refusing_database(transactional_db):
    """The test database accepts nobody until the test is over."""
    name = connection.settings_dict["NAME"]
    parameters = connection.get_connection_params()
    login = {
        key: parameters[key] for key in ("user", "password", "host", "port") if key in parameters
    }
    with psycopg.connect(dbname="postgres", autocommit=True, **login) as maintenance:

        def refuse() -> None:
            maintenance.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            maintenance.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )

        yield refuse
        maintenance.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # its connections are dead


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.full
def test_without_a_database_calls_are_503_and_come_back_with_it(refusing_database):
    ana = player()
    client = api(ana)
    assert client.get("/api/v1/players/me").status_code == 200
    refusing_database()
    for _ in range(2):  # the broken connection, then none to be had from the pool
        answer = client.get("/api/v1/players/me")
        problem(answer, 503, "unavailable")
        assert answer["Retry-After"].isdigit()
        connection.close()
