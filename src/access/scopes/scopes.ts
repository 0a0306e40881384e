export const SCOPES = [
  'accounts:read',
  'accounts:update',
  'orders:read',
  'orders:create',
  'orders:refresh',
  'cards:unblock',
  'payouts:read',
  'payouts:refresh',
  'payouts:unmask',
  'payouts:create',
  'payouts:approve',
  'payouts:resolve',
  'payouts:gate',
  'policies:change',
  'changes:confirm',
  'ledger:read',
  'ledger:fund',
  'reconciliation:read',
  'reconciliation:run',
  'discrepancies:close',
  'webhooks:read',
  'webhooks:replay',
  'keys:manage',
  'keys:confirm',
  'keys:rotate',
  'audit:read',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes that every role includes: to read everything with details masked, and to rotate one's own key. */
const EVERYBODY: readonly Scope[] = [
  'accounts:read',
  'orders:read',
  'payouts:read',
  'ledger:read',
  'reconciliation:read',
  'webhooks:read',
  'keys:rotate',
];

/**
 * The scopes of each role. Creating payouts, approving them and creating keys exclude each other, and whatever takes
 * two people is split between two roles, so one stolen key is never enough.
 */
export const ROLES = {
  viewer: EVERYBODY,
  operator: [
    ...EVERYBODY,
    'orders:create',
    'orders:refresh',
    'payouts:refresh',
    'payouts:create',
    'payouts:resolve',
    'payouts:gate',
    'ledger:fund',
    'reconciliation:run',
    'discrepancies:close',
    'webhooks:replay',
  ],
  approver: [
    ...EVERYBODY,
    'orders:refresh',
    'payouts:refresh',
    'accounts:update',
    'payouts:unmask',
    'payouts:approve',
    'payouts:resolve',
    'payouts:gate',
    'discrepancies:close',
    'policies:change',
    'changes:confirm',
    'keys:confirm',
  ],
  admin: [
    ...EVERYBODY,
    'accounts:update',
    'cards:unblock',
    'payouts:gate',
    'policies:change',
    'changes:confirm',
    'reconciliation:run',
    'webhooks:replay',
    'keys:manage',
    'keys:confirm',
  ],
  auditor: [...EVERYBODY, 'audit:read'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

export function scopesOf(roles: readonly Role[]): readonly Scope[] {
  const held = new Set<Scope>(roles.flatMap((role) => ROLES[role]));
  return SCOPES.filter((scope) => held.has(scope));
}

/**
 * Scopes that exclude each other. Because the first two are separate, it takes two people to pay. With `keys:manage`
 * and either of them, one person could create the second person's key.
 */
const SEPARATED: readonly Scope[] = ['payouts:create', 'payouts:approve', 'keys:manage'];

export function combinesDuties(scopes: Iterable<string>): boolean {
  const held = new Set(scopes);
  return SEPARATED.filter((scope) => held.has(scope)).length > 1;
}

export function isRole(word: string): word is Role {
  return Object.hasOwn(ROLES, word);
}

export function isScope(word: string): word is Scope {
  return (SCOPES as readonly string[]).includes(word);
}
