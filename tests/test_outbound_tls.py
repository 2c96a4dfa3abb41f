"""Calls over TLS: only an end that has the certificate of the named host is sent anything."""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from samba_service.kit import outbound
from samba_service.kit.outbound import NotCalled, post
from tests.listeners import answering, listener

NAME, PUBLIC = "hook.example", "93.184.215.14"


class Signed(NamedTuple):
    """A certificate with its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def write(self, path: Path) -> Path:
        """As a server reads it."""
        key = self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        path.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM) + key)
        return path


def signed(name: str, by: Signed | None = None, days: int = 1) -> Signed:
    """A certificate for a host by an authority, or an authority's own."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    began = datetime.now(UTC) - timedelta(days=2)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject if by is None else by.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(began)
        .not_valid_after(began + timedelta(days=2 + days))
        .add_extension(x509.BasicConstraints(ca=by is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    )
    return Signed(made.sign(key if by is None else by.key, hashes.SHA256()), key)


class Host:
    """A server with TLS on this machine, to which every connection leads."""

    def __init__(self, path: Path) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.sni_callback = lambda link, name, context: self.named.append(name)
        self.named: list[str | None] = []
        """What its callers asked for."""
        self.heard: list[bool] = []
        """Grows when a caller has agreed on TLS."""
        self.url = ""
        self._path = path

    def has(self, certificate: Signed) -> None:
        self.context.load_cert_chain(certificate.write(self._path))

    def serve(self, link: socket.socket) -> None:
        with self.context.wrap_socket(link, server_side=True) as secured:
            answering(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")(secured)
            self.heard.append(True)


@pytest.fixture(scope="module")
def authority() -> Signed:
    return signed("Authority")


@pytest.fixture
def host(authority: Signed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Host]:
    """Its name leads to a public address, and its caller trusts the authority."""
    connect = socket.create_connection
    monkeypatch.setattr(outbound, "resolve", lambda *_: ["93.184.215.14"])
    monkeypatch.setattr(
        socket, "create_connection", lambda to, timeout: connect(("127.0.0.1", to[1]), timeout)
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.write(tmp_path / "authority.pem")))
    host = Host(tmp_path / "host.pem")
    with listener(host.serve) as (port, _):
        monkeypatch.setattr(outbound, "PORTS", frozenset({port}))
        host.url = f"https://{NAME}:{port}/samba"
        yield host


def refusal(url: str) -> str:
    with pytest.raises(NotCalled) as refused:
        post(url, b"{}", {})
    return refused.value.reason


def test_a_host_with_the_certificate_of_its_name_is_called(host: Host, authority: Signed) -> None:
    host.has(signed(NAME, authority))
    assert post(host.url, b"{}", {}) == (200, b"ok")
    assert host.named == [NAME], "the name, though an address is connected to"


def test_a_certificate_of_another_name_is_refused(host: Host, authority: Signed) -> None:
    host.has(signed("other.example", authority))
    assert (refusal(host.url), host.heard) == ("bad_certificate", [])


def test_a_certificate_of_an_unknown_authority_is_refused(host: Host) -> None:
    host.has(signed(NAME, signed("Authority")))
    assert (refusal(host.url), host.heard) == ("bad_certificate", [])


def test_a_certificate_that_a_host_has_signed_itself_is_refused(host: Host) -> None:
    host.has(signed(NAME))
    assert (refusal(host.url), host.heard) == ("bad_certificate", [])


def test_a_certificate_that_has_ended_is_refused(host: Host, authority: Signed) -> None:
    host.has(signed(NAME, authority, days=-1))
    assert (refusal(host.url), host.heard) == ("bad_certificate", [])


def test_a_host_that_speaks_no_tls_is_refused(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    with listener(lambda link: link.sendall(b"HTTP/1.1 200 OK\r\n\r\n")) as (port, _):
        monkeypatch.setattr(outbound, "PORTS", frozenset({port}))
        assert refusal(f"https://{NAME}:{port}/") == "no_answer"
