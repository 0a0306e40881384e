import { Injectable } from '@nestjs/common';
import { parseUuid } from '../../common/ids.js';
import { Config } from '../../platform/config/config.js';
import { ApiReads } from '../../platform/database/api-reads.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import type { OwnedObject } from './account-reach.js';

// Caches which account an object belongs to, because every live change asks and the answer never changes. Takes under 1
// MB.
const REMEMBERED = 5_000;

@Injectable()
export class AccountBounds {
  readonly #accountOf = new Map<string, string | null>();

  constructor(
    private readonly reads: ApiReads,
    private readonly config: Config,
  ) {}

  /**
   * Whether the caller may see an object. Returns a promise only if something has to be read. A missing object belongs
   * to nobody.
   */
  owns(caller: Caller, of: OwnedObject, id: string): boolean | Promise<boolean> {
    if (caller.accountIds.length === 0) return true;
    const uuid = parseUuid(id);
    return uuid !== null && this.accountOf(of, uuid).then((accountId) => isWithin(caller, accountId));
  }

  /**
   * Whether a caller receives a change; they may have asked for one account's changes only. Returns a promise only if
   * something has to be read.
   */
  isTold(
    caller: Caller | null,
    {
      of,
      id,
      accountId,
    }: { readonly of: OwnedObject; readonly id: string | null; readonly accountId?: string | null | undefined },
  ): boolean | Promise<boolean> {
    if (caller === null || id === null) return false;
    const owns = this.owns(caller, of, id);
    return typeof accountId === 'string' ? this.isOf(accountId, { of, id, owns }) : owns;
  }

  async defaultAccount(): Promise<string | null> {
    const accounts = this.reads.getRepository<{ id: string; name: string }>('accounts');
    const account = await accounts.findOne({
      select: { id: true },
      where: { name: this.config.bootstrap.accountName },
    });
    return account?.id ?? null;
  }

  private async isOf(
    accountId: string,
    { of, id, owns }: { readonly of: OwnedObject; readonly id: string; readonly owns: boolean | Promise<boolean> },
  ): Promise<boolean> {
    return (await owns) && parseUuid(accountId) === (await this.accountOf(of, id));
  }

  private async accountOf(of: OwnedObject, id: string): Promise<string | null> {
    const name = `${of}:${id}`;
    const known = this.#accountOf.get(name);
    if (known !== undefined) return known;
    // By table name, because the entity belongs to a higher module.
    const objects = this.reads.getRepository<{ id: string; accountId: string | null }>(of);
    const object = await objects.findOne({ select: { id: true, accountId: true }, where: { id } });
    const accountId = object?.accountId ?? null;
    // Not cached: an object that is missing, or has no account, may get an account later.
    if (accountId === null) return null;
    if (this.#accountOf.size >= REMEMBERED) this.#accountOf.clear();
    this.#accountOf.set(name, accountId);
    return accountId;
  }
}

/** The account of an object, by its `accountId`, or by its `id` if the object is an account. Null if there is none. */
export function accountShownBy(object: unknown, isAccount: boolean): string | null {
  if (isAccount && typeof object === 'string') return object;
  if (typeof object !== 'object' || object === null) return null;
  const { id, accountId } = object as { readonly id?: unknown; readonly accountId?: unknown };
  const shown = isAccount ? id : accountId;
  return typeof shown === 'string' ? shown : null;
}

/** Whether an account is one of the caller's. Null stands for an object that belongs to no single account. */
export function isWithin(caller: Caller, accountId: string | null): boolean {
  return caller.accountIds.length === 0 || (accountId !== null && caller.accountIds.includes(accountId));
}
