/** What a key may do. Every operation of the API names the one it needs. */
export const SCOPES = [
  'accounts:read',
  'accounts:update',
  'orders:read',
  'orders:create',
  'payouts:read',
  'payouts:create',
  'payouts:approve',
  'payouts:resolve',
  'payouts:gate',
  'webhooks:read',
] as const;

export type Scope = (typeof SCOPES)[number];

/** What a second person does: read, approve, and confirm what another proposed; never create what they approve. */
export const APPROVER_SCOPES: readonly Scope[] = [
  'accounts:read',
  'orders:read',
  'payouts:read',
  'payouts:approve',
  'payouts:resolve',
  'payouts:gate',
  'webhooks:read',
];
