import { isVerifiedConnection } from './verified-connection.js';

describe('database connections', () => {
  it.each([
    ['postgres://purser:secret@localhost:5432/purser', true],
    ['postgres://purser@127.0.0.1/purser', true],
    ['postgres://purser@127.8.0.1/purser', true],
    ['postgres://purser@[::1]:5432/purser', true],
    ['postgres:///purser', true],
    ['postgres:///purser?host=/var/run/postgresql', true],
    ['postgres://purser@%2Fvar%2Frun%2Fpostgresql/purser', true],
    ['postgres://purser@db.example:5432/purser?sslmode=verify-full', true],
    ['postgres://purser@db.example/purser?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem', true],
    ['postgres://purser@db.example:5432/purser', false],
    ['postgres://purser@10.0.0.5/purser', false],
    ['postgres://purser@localhost.example/purser', false],
    ['postgres://purser@127.0.0.1.example/purser', false],
    ['postgres://purser@localhost/purser?host=db.example', false],
    ['postgres://purser@db.example/purser?sslmode=disable', false],
    ['postgres://purser@db.example/purser?sslmode=prefer', false],
    ['postgres://purser@db.example/purser?sslmode=require', false],
    ['postgres://purser@db.example/purser?sslmode=verify-ca', false],
    ['postgres://purser@db.example/purser?sslmode=no-verify', false],
    ['postgres://purser@db.example/purser?sslmode=verify-full&sslmode=no-verify', false],
    ['postgres://purser@db.example/purser?ssl=true', false],
  ])('the connection %s is on this machine or verified: %s', (url, isVerified) => {
    expect(isVerifiedConnection(url)).toBe(isVerified);
  });
});
