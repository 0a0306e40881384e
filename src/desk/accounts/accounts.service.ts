import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository, In } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../platform/config/config.js';
import { ApiReads } from '../../platform/database/api-reads.js';
import { FieldCipher, type SealedColumn, UnsealError } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { ProviderCredentials } from '../../provider/port/orders.port.js';
import { AccountEntity } from './persistence/account.entity.js';
import { type TerminalProfile, terminalProfileSchema } from './domain/terminal-profile.js';

/** The merchant accounts and the tokens they call the provider with. */
@Injectable()
export class AccountsService implements OnModuleInit {
  readonly #logger = new Logger(AccountsService.name);

  constructor(
    private readonly config: Config,
    @InjectRepository(AccountEntity) private readonly accounts: Repository<AccountEntity>,
    private readonly reads: ApiReads,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly audit: AuditLog,
  ) {}

  /** Makes sure that the account from the configuration exists and has the configured token. */
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

  /** The account with this id, or, without one, the account from the configuration; null when there is none. */
  async find(id: string | null): Promise<AccountEntity | null> {
    const where = id === null ? { name: this.config.bootstrap.accountName } : { id };
    return this.accounts.findOneBy(where);
  }

  /** Those of these accounts that exist, read in a transaction. */
  async findIn(tx: Transaction, ids: readonly string[]): Promise<AccountEntity[]> {
    return tx.repository(AccountEntity).findBy({ id: In([...ids]) });
  }

  /** Every account, by name. There are as many as contracts with the provider: a handful. */
  async list(): Promise<AccountEntity[]> {
    return this.reads.getRepository(AccountEntity).find({ order: { name: 'ASC' }, take: 100 });
  }

  /**
   * The accounts with these ids, in their order, for the API.
   *
   * @throws when there is none with one of them
   */
  async listByIds(ids: readonly string[]): Promise<AccountEntity[]> {
    const found = await this.reads.getRepository(AccountEntity).findBy({ id: In([...new Set(ids)]) });
    return ids.map((id) => {
      const account = found.find((each) => each.id === id);
      if (!account) throw new Error(`There is no merchant account ${id}`);
      return account;
    });
  }

  /** Methods and fields that the account's terminal accepts. */
  terminalProfileOf(account: AccountEntity): TerminalProfile {
    return terminalProfileSchema.parse(account.terminalProfile);
  }

  /**
   * As `credentialsOf`, by the account's id.
   *
   * @throws when there is no such account, or its token does not open
   */
  async credentialsFor(accountId: string): Promise<ProviderCredentials> {
    const account = await this.find(accountId);
    if (!account) throw new Error(`There is no merchant account ${accountId}`);
    return this.credentialsOf(account);
  }

  /** The credentials that the provider client needs to speak for an account. */
  credentialsOf(account: AccountEntity): ProviderCredentials {
    const apiToken = this.cipher.unseal(account.sealedApiToken, tokenColumn(account.id)).toString();
    return { merchant: account.id, apiToken };
  }

  /** Null when it does not open: setting the token again is the remedy. */
  private tokenIfReadable(account: AccountEntity): string | null {
    try {
      return this.credentialsOf(account).apiToken;
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      return null;
    }
  }

  /** Returns the id of the account that had another token, or null. */
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
    // Anybody who sets another token has payouts sent from another contract with the provider.
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
