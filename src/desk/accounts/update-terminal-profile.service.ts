import { Injectable } from '@nestjs/common';
import { CurrentAuthority } from '../../access/authority/current-authority.js';
import type { Facts } from '../audit/audit-entry.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AccountEntity } from './persistence/account.entity.js';
import { AccountsService } from './accounts.service.js';
import type { CustomerField } from '../../provider/profile/customer-field.js';
import type { OrderMethod } from './domain/order-method.js';
import type { TerminalProfile, WalletVariant, WordedMethod } from './domain/terminal-profile.js';
import type { Refusal } from '../../common/refusal.js';

/** The changes to make. Undefined fields stay as they are. */
export interface TerminalProfileChanges {
  readonly walletVariant?: WalletVariant | undefined;
  readonly enabledMethods?: readonly OrderMethod[] | undefined;
  /** Null restores the word in the interface. */
  readonly words: readonly { readonly method: WordedMethod; readonly word: string | null }[];
  readonly requiredFields: readonly {
    readonly method: OrderMethod;
    readonly fields: readonly CustomerField[] | null;
  }[];
  readonly hostedPageNeedsEmail?: boolean | undefined;
}

export type UpdateTerminalProfileRefusalCode = 'ACCOUNT_NOT_FOUND' | 'METHOD_REPEATED';

export interface UpdateTerminalProfileResult {
  readonly account: AccountEntity | null;
  readonly refusals: readonly Refusal<UpdateTerminalProfileRefusalCode>[];
}

/** Configures an account's terminal, because the provider does not tell what it supports. */
@Injectable()
export class UpdateTerminalProfileService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: CurrentAuthority,
    private readonly audit: AuditLog,
  ) {}

  /** Needs only one person, because no money moves and the audit log records who it was. */
  async update(
    accountId: string,
    changes: TerminalProfileChanges,
    reason: string,
  ): Promise<UpdateTerminalProfileResult> {
    const refusals = findRepeatedMethods(changes);
    if (refusals.length > 0) return { account: await this.accounts.find(accountId), refusals };
    return this.unitOfWork.run((tx) => this.apply(tx, { accountId, changes, reason }));
  }

  private async apply(
    tx: Transaction,
    {
      accountId,
      changes,
      reason,
    }: { readonly accountId: string; readonly changes: TerminalProfileChanges; readonly reason: string },
  ): Promise<UpdateTerminalProfileResult> {
    await this.authority.assertHeld(tx);
    const account = await tx.repository(AccountEntity).findOne({
      where: { id: accountId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!account) {
      const message = `There is no account ${accountId}.`;
      return { account: null, refusals: [{ code: 'ACCOUNT_NOT_FOUND', field: ['accountId'], message }] };
    }
    const before = factsOfProfile(this.accounts.terminalProfileOf(account));
    const terminalProfile = merge(this.accounts.terminalProfileOf(account), changes);
    account.terminalProfile = terminalProfile;
    await tx.repository(AccountEntity).update(account.id, {
      terminalProfile,
      updatedAt: () => 'now()',
    });
    await this.audit.record(tx, {
      action: 'account.terminal_profile_updated',
      subjectType: 'ACCOUNT',
      subjectId: accountId,
      before,
      after: factsOfProfile(this.accounts.terminalProfileOf(account)),
      reason,
    });
    return { account, refusals: [] };
  }
}

function factsOfProfile({ walletVariant, enabledMethods, hostedPageNeedsEmail, ...rest }: TerminalProfile): Facts {
  return {
    walletVariant,
    enabledMethods,
    hostedPageNeedsEmail,
    words: Object.entries(rest.words).map(([method, word]) => `${method}: ${word}`),
    requiredFields: Object.entries(rest.requiredFields).map(([method, fields]) => `${method}: ${fields.join(', ')}`),
  };
}

function merge(profile: TerminalProfile, changes: TerminalProfileChanges): TerminalProfile {
  return {
    walletVariant: changes.walletVariant ?? profile.walletVariant,
    enabledMethods: changes.enabledMethods ? [...new Set(changes.enabledMethods)] : profile.enabledMethods,
    words: replaced(
      profile.words,
      changes.words.map(({ method, word }) => [method, word]),
    ),
    requiredFields: replaced(
      profile.requiredFields,
      changes.requiredFields.map(({ method, fields }) => [method, fields]),
    ),
    hostedPageNeedsEmail: changes.hostedPageNeedsEmail ?? profile.hostedPageNeedsEmail,
  };
}

/** Replaces some entries of a record. Null removes an entry. */
function replaced<Key extends string, Value>(
  entries: Readonly<Partial<Record<Key, Value>>>,
  changes: readonly (readonly [Key, Value | null])[],
): Partial<Record<Key, Value>> {
  const merged = new Map<string, unknown>([...Object.entries(entries), ...changes]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null)) as Partial<Record<Key, Value>>;
}

export function findRepeatedMethods({
  words,
  requiredFields,
}: TerminalProfileChanges): Refusal<UpdateTerminalProfileRefusalCode>[] {
  return [...repeatedMethods('words', words), ...repeatedMethods('requiredFields', requiredFields)];
}

function repeatedMethods(
  field: 'words' | 'requiredFields',
  entries: readonly { readonly method: OrderMethod }[],
): Refusal<UpdateTerminalProfileRefusalCode>[] {
  return entries.flatMap(({ method }, at): Refusal<UpdateTerminalProfileRefusalCode>[] =>
    entries.findIndex((entry) => entry.method === method) === at
      ? []
      : [{ code: 'METHOD_REPEATED', field: [field, String(at), 'method'], message: `${method} is given twice.` }],
  );
}
