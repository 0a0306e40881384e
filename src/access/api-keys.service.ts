import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newId } from '../common/ids.js';
import { Config } from '../config/config.js';
import type { Secret } from '../common/secret.js';
import { FieldCipher } from '../database/field-cipher.js';
import { type Caller, CallerAuthenticator } from '../graphql/request-context.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { type Scope, scopesOf } from './scopes.js';

const BEARER = /^Bearer ([\x21-\x7e]{32,256})$/i;

// A revoked key is refused within this time on every replica; a query a request would be the alternative.
const CACHE_MS = 5_000;

// Bounds the memory that many distinct keys can take; a busy merchant has a few dozen.
const CACHE_SIZE = 1_000;

/** Recognises callers by their API key. Keys are kept as keyed hashes and looked up by them. */
@Injectable()
export class ApiKeysService extends CallerAuthenticator implements OnModuleInit {
  readonly #recognised = new Map<string, { caller: Caller; until: number }>();

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly cipher: FieldCipher,
  ) {
    super();
  }

  /** Makes the configured keys the only ones of their names, with the scopes of this version. */
  async onModuleInit(): Promise<void> {
    const { apiKey, approverApiKey } = this.config.bootstrap;
    await this.install({ name: 'bootstrap', key: apiKey, scopes: scopesOf(['admin', 'operator', 'auditor']) });
    await this.install({ name: 'approver', key: approverApiKey, scopes: scopesOf(['approver']) });
  }

  private async install(configured: {
    readonly name: 'bootstrap' | 'approver';
    readonly key: Secret | null;
    readonly scopes: readonly Scope[];
  }): Promise<void> {
    const keyHash = configured.key && this.hash(configured.key.reveal());
    // A key that was replaced in the configuration must not go on working.
    await this.dataSource.query(
      `UPDATE api_keys SET replaced_at = now()
       WHERE name = $1 AND key_hash IS DISTINCT FROM $2 AND replaced_at IS NULL`,
      [configured.name, keyHash],
    );
    if (!keyHash) return;
    await this.dataSource.query(
      `INSERT INTO api_keys (id, name, key_hash, scopes) VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT uq_api_keys_key_hash DO UPDATE SET scopes = excluded.scopes, replaced_at = NULL`,
      [newId(), configured.name, keyHash, configured.scopes],
    );
  }

  /**
   * The caller behind an `Authorization: Bearer <key>` value, or null when there is none, the key is unknown, has
   * expired or was revoked.
   */
  async authenticate(authorization: string | undefined): Promise<Caller | null> {
    const key = BEARER.exec(authorization ?? '')?.[1];
    if (key === undefined) return null;
    const keyHash = this.hash(key);
    const caller = this.recall(keyHash) ?? (await this.find(keyHash));
    if (!caller || (caller.expiresAt && caller.expiresAt.getTime() <= Date.now())) return null;
    return caller;
  }

  private async find(keyHash: Buffer): Promise<Caller | null> {
    // The hash is keyed, so how long the comparison in the index takes tells a guesser nothing.
    const key = await this.dataSource.manager.findOneBy(ApiKeyEntity, { keyHash });
    if (!key || key.revokedAt || key.replacedAt) return null;
    const caller: Caller = {
      id: key.id,
      name: key.name,
      scopes: new Set(key.scopes),
      expiresAt: key.expiresAt,
    };
    if (this.#recognised.size >= CACHE_SIZE) this.#recognised.clear();
    this.#recognised.set(keyHash.toString('base64'), { caller, until: performance.now() + CACHE_MS });
    return caller;
  }

  private recall(keyHash: Buffer): Caller | null {
    const entry = this.#recognised.get(keyHash.toString('base64'));
    return entry && entry.until > performance.now() ? entry.caller : null;
  }

  private hash(key: string): Buffer {
    return this.cipher.keyedHash('api-key', key);
  }
}
