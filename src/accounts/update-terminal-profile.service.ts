import { Injectable } from '@nestjs/common';
import { findUnsoundText } from '../common/sound-text.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { AccountEntity } from './account.entity.js';
import { AccountsService } from './accounts.service.js';
import type { CustomerField } from './domain/customer-field.js';
import type { OrderMethod } from './domain/order-method.js';
import type { TerminalProfile, WalletVariant, WordedMethod } from './domain/terminal-profile.js';

/** What to change; whatever is undefined stays as it is. */
export interface TerminalProfileChanges {
  readonly walletVariant?: WalletVariant | undefined;
  readonly enabledMethods?: readonly OrderMethod[] | undefined;
  /** A null word stands for the interface's own again. */
  readonly words: readonly { readonly method: WordedMethod; readonly word: string | null }[];
  /** Null fields stand for the interface's own again. */
  readonly requiredFields: readonly {
    readonly method: OrderMethod;
    readonly fields: readonly CustomerField[] | null;
  }[];
  readonly hostedPageNeedsEmail?: boolean | undefined;
}

export type UpdateTerminalProfileRefusalCode = 'ACCOUNT_NOT_FOUND' | 'WORD_INVALID' | 'METHOD_REPEATED';

export interface UpdateTerminalProfileRefusal {
  readonly code: UpdateTerminalProfileRefusalCode;
  readonly field: readonly string[];
  readonly message: string;
}

export interface UpdateTerminalProfileResult {
  /** The account as it is now; null when there is none. */
  readonly account: AccountEntity | null;
  readonly refusals: readonly UpdateTerminalProfileRefusal[];
}

// As long as the longest word that the provider profile takes.
const MAX_WORD_LENGTH = 100;

/** Describes an account's terminal: nobody can ask the payment service what it is. */
@Injectable()
export class UpdateTerminalProfileService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async update(accountId: string, changes: TerminalProfileChanges): Promise<UpdateTerminalProfileResult> {
    const refusals = findProblems(changes);
    if (refusals.length > 0) return { account: await this.accounts.find(accountId), refusals };
    return this.unitOfWork.run((tx) => this.apply(tx, accountId, changes));
  }

  private async apply(
    tx: Transaction,
    accountId: string,
    changes: TerminalProfileChanges,
  ): Promise<UpdateTerminalProfileResult> {
    const account = await tx.manager.findOne(AccountEntity, {
      where: { id: accountId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!account) {
      const message = 'There is no account with this id.';
      return { account: null, refusals: [{ code: 'ACCOUNT_NOT_FOUND', field: ['accountId'], message }] };
    }
    account.terminalProfile = merge(this.accounts.terminalProfileOf(account), changes);
    await tx.query('UPDATE accounts SET terminal_profile = $2, updated_at = now() WHERE id = $1', [
      account.id,
      JSON.stringify(account.terminalProfile),
    ]);
    return { account, refusals: [] };
  }
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

/** The entries with some of them replaced; null takes one away. */
function replaced<Key extends string, Value>(
  entries: Readonly<Partial<Record<Key, Value>>>,
  changes: readonly (readonly [Key, Value | null])[],
): Partial<Record<Key, Value>> {
  const merged = new Map<string, unknown>([...Object.entries(entries), ...changes]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null)) as Partial<Record<Key, Value>>;
}

function findProblems({ words, requiredFields }: TerminalProfileChanges): UpdateTerminalProfileRefusal[] {
  return [
    ...words.flatMap(({ word }, at): UpdateTerminalProfileRefusal[] => {
      const problem = word === null ? null : findUnsoundText(word, MAX_WORD_LENGTH);
      if (problem === null) return [];
      return [{ code: 'WORD_INVALID', field: ['words', String(at), 'word'], message: `The word ${problem}` }];
    }),
    ...repeatedMethods('words', words),
    ...repeatedMethods('requiredFields', requiredFields),
  ];
}

function repeatedMethods(
  field: 'words' | 'requiredFields',
  entries: readonly { readonly method: OrderMethod }[],
): UpdateTerminalProfileRefusal[] {
  return entries.flatMap(({ method }, at): UpdateTerminalProfileRefusal[] =>
    entries.findIndex((entry) => entry.method === method) === at
      ? []
      : [{ code: 'METHOD_REPEATED', field: [field, String(at), 'method'], message: `${method} is given twice.` }],
  );
}
