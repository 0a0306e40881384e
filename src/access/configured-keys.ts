import { Injectable, type OnModuleInit } from '@nestjs/common';
import { newId } from '../common/ids.js';
import type { Secret } from '../common/secret.js';
import { Config } from '../config/config.js';
import { FieldCipher } from '../database/field-cipher.js';
import { prefixOf } from './domain/api-key.token.js';
import { ApiKeysRepository } from './persistence/api-keys.repository.js';
import type { Role } from './scopes.js';

/** Makes the configured keys the only ones of their kind, with the roles of this version. */
@Injectable()
export class ConfiguredKeys implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly keys: ApiKeysRepository,
    private readonly cipher: FieldCipher,
  ) {}

  async onModuleInit(): Promise<void> {
    const { apiKey, approverApiKey } = this.config.bootstrap;
    await this.install('bootstrap', apiKey, ['admin', 'operator', 'auditor']);
    await this.install('approver', approverApiKey, ['approver']);
  }

  private async install(kind: 'bootstrap' | 'approver', key: Secret | null, roles: readonly Role[]): Promise<void> {
    await this.keys.install({
      id: newId(),
      kind,
      keyHash: key && this.cipher.keyedHash('api-key', key.reveal()),
      prefix: key && prefixOf(key.reveal()),
      roles,
    });
  }
}
