import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository, In } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../platform/config/config.js';
import { READS } from '../../platform/database/api-reads.js';
import { FieldCipher, type SealedColumn, UnsealError } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { ProviderCredentials } from '../../provider/port/orders.port.js';
import { AccountEntity } from './persistence/account.entity.js';
import { type TerminalProfile, terminalProfileSchema } from './domain/terminal-profile.js';

@Injectable()
export class AccountsService implements OnModuleInit {
  readonly #logger = new Logger(AccountsService.name);

  constructor(
    private readonly config: Config,
    @InjectRepository(AccountEntity) private readonly accounts: Repository<AccountEntity>,
    @InjectRepository(AccountEntity, READS) private readonly shownAccounts: Repository<AccountEntity>,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly audit: AuditLog,
  ) {}

  async onModuleInit(): Promise<void> {
    const { accountName, providerApiToken } = this.config.bootstrap;
    const replacedIn = await this.unitOfWork.run(async (tx) => {
      const id = newId();
      const sealedApiToken = this.cipher.seal(providerApiToken.reveal(), tokenColumn(id));
      const insert = tx.repository(AccountEntity).createQueryBuilder().insert().updateEntity(false);
      await insert.values({ id, name: accountName, sealedApiToken }).orIgnore().execute();
      return this.replaceChangedToken(tx, accountName, providerApiToken.reveal());
    });
    if (replacedIn === null) return;
    const variable = 'PROVIDER_API_TOKEN';
    this.#logger.warn({ event: 'account_token_replaced', variable, accountId: replacedIn });
  }

  /** Returns the account with this id; without an id the configured one. Null if it does not exist. */
  async find(id: string | null): Promise<AccountEntity | null> {
    const where = id === null ? { name: this.config.bootstrap.accountName } : { id };
    return this.accounts.findOneBy(where);
  }

  async findIn(tx: Transaction, ids: readonly string[]): Promise<AccountEntity[]> {
    return tx.repository(AccountEntity).findBy({ id: In([...ids]) });
  }

  /** Lists all accounts by name. There are only a few, because each stands for a contract with the provider. */
  async list(): Promise<AccountEntity[]> {
    return this.shownAccounts.find({ order: { name: 'ASC' }, take: 100 });
  }

  /**
   * Returns the accounts with these ids, in the order of the ids.
   * @throws Error if one of them does not exist
   */
  async listByIds(ids: readonly string[]): Promise<AccountEntity[]> {
    const found = await this.shownAccounts.findBy({ id: In([...new Set(ids)]) });
    return ids.map((id) => {
      const account = found.find((each) => each.id === id);
      if (!account) throw new Error(`There is no merchant account ${id}`);
      return account;
    });
  }

  terminalProfileOf(account: AccountEntity): TerminalProfile {
    return terminalProfileSchema.parse(account.terminalProfile);
  }

  /** @throws Error if the account does not exist or its token cannot be decrypted */
  async credentialsFor(accountId: string): Promise<ProviderCredentials> {
    const account = await this.find(accountId);
    if (!account) throw new Error(`There is no merchant account ${accountId}`);
    return this.credentialsOf(account);
  }

  credentialsOf(account: AccountEntity): ProviderCredentials {
    const apiToken = this.cipher.unseal(account.sealedApiToken, tokenColumn(account.id)).toString();
    return { merchant: account.id, apiToken };
  }

  /** Returns null if the token cannot be decrypted. Setting the token again repairs the account. */
  private tokenIfReadable(account: AccountEntity): string | null {
    try {
      return this.credentialsOf(account).apiToken;
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      return null;
    }
  }

  /** Stores the token if it differs from the stored one. Returns the account's id if it did, and null otherwise. */
  private async replaceChangedToken(tx: Transaction, name: string, token: string): Promise<string | null> {
    const account = await tx.repository(AccountEntity).findOneOrFail({
      where: { name },
      lock: { mode: 'pessimistic_write' },
    });
    if (this.tokenIfReadable(account) === token) return null;
    await tx.repository(AccountEntity).update(account.id, {
      sealedApiToken: this.cipher.seal(token, tokenColumn(account.id)),
      updatedAt: () => 'now()',
    });
    // Audited, because with another token payouts may be paid from another contract with the provider.
    await this.audit.record(tx, {
      action: 'account.token_replaced',
      subjectType: 'ACCOUNT',
      subjectId: account.id,
      before: null,
      after: { name },
      reason: null,
    });
    return account.id;
  }
}

function tokenColumn(rowId: string): SealedColumn {
  return { table: 'accounts', column: 'sealed_api_token', rowId };
}
