const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a database connection is safe from eavesdropping and tampering: it stays on this machine, or uses TLS and
 * verifies the server's certificate and name. Only `sslmode=verify-full` counts. `pg` 8 also verifies with `prefer`,
 * `require` and `verify-ca`, but announces that its next version will not; without `sslmode` it uses no TLS.
 */
export function isVerifiedConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  // Same rules as in `pg`: the `host` parameter takes precedence, the last one wins, and a path or no host at all means
  // a local socket.
  const host = searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || LOOPBACK.test(host)) return true;
  return searchParams.getAll('sslmode').at(-1) === 'verify-full';
}
