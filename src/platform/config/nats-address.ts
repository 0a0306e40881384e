export interface NatsAddress {
  readonly servers: readonly string[];
  readonly credentials: { readonly user: string; readonly pass: string } | { readonly token: string } | null;
  /** Whether to reject servers without TLS. */
  readonly isSecured: boolean;
}

const DEFAULT_PORT = '4222';

/**
 * Parses the servers of one cluster, separated by commas: `nats://user:password@host:4222`, or only a token before the
 * `@`. The first address contains the cluster's credentials. Null if the text is invalid.
 */
export function parseNatsAddress(text: string): NatsAddress | null {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => URL.canParse(part))) return null;
  const urls = parts.map((part) => new URL(part));
  const [first] = urls;
  const isServer = ({ protocol, hostname, pathname, search, hash }: URL): boolean =>
    protocol === first?.protocol && hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
  if (!first || !/^(nats|tls):$/.test(first.protocol) || !urls.every(isServer)) return null;
  const [user, pass] = [decode(first.username), decode(first.password)];
  if (user === null || pass === null) return null;
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    credentials: user === '' ? null : pass === '' ? { token: user } : { user, pass },
    isSecured: first.protocol === 'tls:',
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
