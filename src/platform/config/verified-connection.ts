const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether nobody on the way can read or change what goes over a connection to the database: it stays on this machine,
 * or it goes by TLS with a certificate of the server that is checked, name and all. Only `sslmode=verify-full` counts
 * for that. `pg` 8 checks the certificate with `prefer`, `require` and `verify-ca` as well, and says that its next
 * version will not; without any `sslmode` it uses no TLS at all.
 */
export function isVerifiedConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  // As `pg` reads it: a host among the parameters comes first, of a repeated one the last counts, and one that is a
  // path is a socket of this machine, as is none at all.
  const host = searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || LOOPBACK.test(host)) return true;
  return searchParams.getAll('sslmode').at(-1) === 'verify-full';
}
