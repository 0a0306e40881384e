import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { newId } from '../../common/ids.js';
import type { Secret } from '../../common/secret.js';
import { Config } from '../../platform/config/config.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { prefixOf } from './domain/api-key-token.js';
import { ApiKeysRepository, type ConfiguredKeyRow } from './persistence/api-keys.repository.js';
import type { Role } from '../scopes/scopes.js';

const VARIABLES = { bootstrap: 'BOOTSTRAP_API_KEY', approver: 'APPROVER_API_KEY' } as const;

/**
 * Makes the keys in the configuration the only configured ones, with the roles of this version. Every change is
 * audited, because a person who can edit the configuration can give themselves a key without confirmation.
 */
@Injectable()
export class ConfiguredKeys implements OnModuleInit {
  readonly #logger = new Logger(ConfiguredKeys.name);

  constructor(
    private readonly config: Config,
    private readonly keys: ApiKeysRepository,
    private readonly cipher: FieldCipher,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async onModuleInit(): Promise<void> {
    const { apiKey, approverApiKey } = this.config.bootstrap;
    await this.install('bootstrap', apiKey, ['admin', 'auditor']);
    await this.install('approver', approverApiKey, ['approver']);
  }

  private async install(kind: 'bootstrap' | 'approver', key: Secret | null, roles: readonly Role[]): Promise<void> {
    const keyHash = key && this.cipher.keyedHash('api-key', key.reveal());
    const ended = await this.unitOfWork.run(async (tx) => {
      // A key that was replaced in the configuration must stop working.
      const replaced = await this.keys.replaceConfigured(tx, { kind, keyHash });
      for (const row of replaced) await this.record(tx, 'replaced', { kind, row });
      if (!key || !keyHash) return replaced;
      const prefix = prefixOf(key.reveal());
      const installed = await this.keys.installConfigured(tx, { id: newId(), kind, keyHash, prefix, roles });
      if (installed) await this.record(tx, 'installed', { kind, row: installed });
      return replaced;
    });
    // The old key is now invalid on replicas that still run with it, too.
    for (const { id: apiKeyId, prefix } of ended) {
      this.#logger.warn({ event: 'configured_key_replaced', variable: VARIABLES[kind], apiKeyId, prefix });
    }
  }

  private async record(
    tx: Transaction,
    verb: 'installed' | 'replaced',
    { kind, row }: { readonly kind: 'bootstrap' | 'approver'; readonly row: ConfiguredKeyRow },
  ): Promise<void> {
    await this.audit.record(tx, {
      action: `api_key.${verb}`,
      subjectType: 'API_KEY',
      subjectId: row.id,
      before: null,
      after: { configuredAs: kind, name: row.name, prefix: row.prefix, roles: row.roles },
      reason: null,
    });
  }
}
