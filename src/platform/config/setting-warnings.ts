import type { Config } from './config.js';
import { variables } from './variables.js';

export interface SettingWarning {
  readonly event: 'live_provider_is_this_machine' | 'setting_not_known' | 'trusted_proxies_wide';
  readonly name: string;
  /** The known setting that was probably meant; null if none is similar. */
  readonly meant?: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

// Unknown settings with these prefixes were almost certainly meant for Purser.
const OWN_PREFIXES =
  /^(?:AUDIT|BOOTSTRAP|CARD|DATABASE|ENCRYPTION|FAILED|GRAPHQL|KEY|METRICS|OIDC|ORDER|PAYOUT|PROVIDER|RECIPIENT|RECONCILIATION|SOCKETS|TRACEPARENT|TRUSTED|WEBHOOK)_/;

// Kubernetes sets such variables for each service in a namespace, for instance `DATABASE_SERVICE_HOST`.
const OF_KUBERNETES = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/;

// A typo changes one or two letters. No suggestion is made for names shorter than this, where two letters make a
// different word, such as PATH and PORT.
const SLIPS = [1, 2];
const SHORTEST_GUESSED = 8;

const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const KNOWN = Object.keys(variables);

// A company's private network can be as large as 10.0.0.0/8. Trusting all of it lets every machine in it forge client
// addresses.
const WIDE = { ipv4: 16, ipv6: 32 };

/** Finds settings that are probably mistakes. Reports names, never values. */
export function findSettingWarnings(config: Config, env: Environment = process.env): readonly SettingWarning[] {
  const wide = config.http.trustedProxies.some((network) => {
    const bits = Number(network.split('/')[1]);
    return bits < (network.includes(':') ? WIDE.ipv6 : WIDE.ipv4);
  });
  // A provider on this machine is usually the sandbox, and callers of a live installation would believe that its
  // payouts were paid.
  const { hostname } = new URL(config.provider.baseUrl);
  const isHere = config.desk.environment === 'live' && THIS_MACHINE.test(hostname);
  return [
    ...(isHere ? [{ event: 'live_provider_is_this_machine', name: 'PROVIDER_BASE_URL' } as const] : []),
    ...(wide ? [{ event: 'trusted_proxies_wide', name: 'TRUSTED_PROXIES' } as const] : []),
    ...Object.keys(env).flatMap(findSlip),
  ];
}

function findSlip(given: string): readonly SettingWarning[] {
  const name = given.replace(/_FILE$/, '');
  if (KNOWN.includes(name) || KNOWN.includes(given) || OF_KUBERNETES.test(given)) return [];
  const meant = name.length < SHORTEST_GUESSED ? null : findNearest(name);
  return meant !== null || OWN_PREFIXES.test(name) ? [{ event: 'setting_not_known', name: given, meant }] : [];
}

function findNearest(name: string): string | null {
  const nearest = SLIPS.map((slips) => KNOWN.find((known) => isWithin(slips, name, known)));
  return nearest.find((known) => known !== undefined) ?? null;
}

/** Whether two texts differ by at most this many inserted, deleted or changed letters. */
function isWithin(slips: number, from: string, to: string): boolean {
  if (from === '' || to === '') return from.length + to.length <= slips;
  const [restFrom, restTo] = [from.slice(1), to.slice(1)];
  if (from[0] === to[0]) return isWithin(slips, restFrom, restTo);
  const pairs = [[restFrom, to] as const, [from, restTo] as const, [restFrom, restTo] as const];
  return slips > 0 && pairs.some(([a, b]) => isWithin(slips - 1, a, b));
}
