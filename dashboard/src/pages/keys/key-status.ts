import type { graphql } from '../../api/graphql.js';
import type { Tone } from '../../design/status.js';

type ApiKeyStatus = ReturnType<typeof graphql.scalar<'ApiKeyStatus'>>;
type ApiKeyRole = ReturnType<typeof graphql.scalar<'ApiKeyRole'>>;

export const KEY_TONES = {
  PENDING: 'moving',
  ACTIVE: 'good',
  EXPIRED: 'done',
  REPLACED: 'done',
  REVOKED: 'bad',
} as const satisfies Readonly<Record<ApiKeyStatus, Tone>>;

export const KEY_ROLES = [
  'VIEWER',
  'OPERATOR',
  'APPROVER',
  'ADMIN',
  'AUDITOR',
] as const satisfies readonly ApiKeyRole[];
