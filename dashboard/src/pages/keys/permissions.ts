import type { TextId } from '../../text/use-text.js';

/** A scope, which a text names: `scope.orders:read`. */
export type Scope = Extract<TextId, `scope.${string}`> extends `scope.${infer Name}` ? Name : never;

interface PermissionGroup {
  readonly title: TextId;
  readonly scopes: readonly Scope[];
}

/** All scopes, by what one works on. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  { title: 'permissions.orders', scopes: ['orders:read', 'orders:create', 'orders:refresh', 'cards:unblock'] },
  {
    title: 'permissions.payouts',
    scopes: [
      'payouts:read',
      'payouts:create',
      'payouts:approve',
      'payouts:refresh',
      'payouts:resolve',
      'payouts:gate',
      'payouts:unmask',
    ],
  },
  {
    title: 'permissions.books',
    scopes: ['ledger:read', 'ledger:fund', 'reconciliation:read', 'reconciliation:run', 'discrepancies:close'],
  },
  {
    title: 'permissions.rules',
    scopes: ['accounts:read', 'accounts:update', 'policies:change', 'changes:confirm'],
  },
  { title: 'permissions.webhooks', scopes: ['webhooks:read', 'webhooks:replay'] },
  { title: 'permissions.keys', scopes: ['keys:manage', 'keys:confirm', 'keys:rotate', 'audit:read'] },
];

/** What programs usually need. People get roles. */
export const PRESETS = {
  SHOP: ['orders:read', 'orders:create', 'orders:refresh', 'keys:rotate'],
  PAYOUTS: ['payouts:read', 'payouts:create', 'payouts:refresh', 'keys:rotate'],
  REPORTS: ['orders:read', 'payouts:read', 'ledger:read', 'reconciliation:read', 'keys:rotate'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type Preset = keyof typeof PRESETS;
