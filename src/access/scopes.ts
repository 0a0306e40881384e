/** What a key may do. Every operation of the API names the one it needs. */
export const SCOPES = [
  'accounts:read',
  'accounts:update',
  'orders:read',
  'orders:create',
  'payouts:read',
  'payouts:unmask',
  'payouts:create',
  'payouts:approve',
  'payouts:resolve',
  'payouts:gate',
  'policies:change',
  'ledger:read',
  'ledger:fund',
  'reconciliation:read',
  'reconciliation:run',
  'discrepancies:close',
  'webhooks:read',
  'webhooks:replay',
  'keys:manage',
  'keys:confirm',
  'audit:read',
] as const;

export type Scope = (typeof SCOPES)[number];

const READING: readonly Scope[] = [
  'accounts:read',
  'orders:read',
  'payouts:read',
  'ledger:read',
  'reconciliation:read',
  'webhooks:read',
];

/**
 * What each role may do. Nobody who creates payouts approves them, and what takes two people is held by two roles, so that
 * one stolen key is never enough.
 */
export const ROLES = {
  viewer: READING,
  operator: [
    ...READING,
    'orders:create',
    'payouts:create',
    'payouts:resolve',
    'payouts:gate',
    'ledger:fund',
    'reconciliation:run',
    'discrepancies:close',
    'webhooks:replay',
  ],
  approver: [
    ...READING,
    'accounts:update',
    'payouts:unmask',
    'payouts:approve',
    'payouts:resolve',
    'payouts:gate',
    'policies:change',
    'keys:confirm',
  ],
  admin: [
    ...READING,
    'accounts:update',
    'payouts:gate',
    'policies:change',
    'reconciliation:run',
    'webhooks:replay',
    'keys:manage',
    'keys:confirm',
  ],
  auditor: [...READING, 'audit:read'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type Role = keyof typeof ROLES;

export function scopesOf(roles: readonly Role[]): readonly Scope[] {
  const held = new Set<Scope>(roles.flatMap((role) => ROLES[role]));
  return SCOPES.filter((scope) => held.has(scope));
}
