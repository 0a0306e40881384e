import type { ApiKeyEntity } from './persistence/api-key.entity.js';
import { isRole, scopesOf } from '../scopes/scopes.js';

export function grantsOf(key: Pick<ApiKeyEntity, 'roles' | 'scopes'>): readonly string[] {
  return [...new Set<string>([...scopesOf(key.roles.filter(isRole)), ...key.scopes])];
}
