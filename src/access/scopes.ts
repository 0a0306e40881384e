/** What a key may do. Every operation of the API names the one it needs. */
export const SCOPES = ['accounts:read', 'orders:read', 'orders:create', 'webhooks:read'] as const;

export type Scope = (typeof SCOPES)[number];
