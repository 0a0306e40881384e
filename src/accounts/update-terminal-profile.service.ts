import { Injectable } from '@nestjs/common';
import type { Facts } from '../audit/audit-entry.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type DecisionRefusalCode, DecisionsService } from '../decisions/decisions.service.js';
import { AccountEntity } from './persistence/account.entity.js';
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

export type UpdateTerminalProfileRefusalCode = 'ACCOUNT_NOT_FOUND' | 'METHOD_REPEATED' | DecisionRefusalCode;

/** Who asks for it, and why. */
export interface TerminalProfileDecision {
  readonly reason: string;
  /** The API key that decides. */
  readonly actorId: string;
}

export interface UpdateTerminalProfileRefusal {
  readonly code: UpdateTerminalProfileRefusalCode;
  /** Null when no single one is to blame. */
  readonly field: readonly string[] | null;
  readonly message: string;
}

export interface UpdateTerminalProfileResult {
  /** The account as it is now; null when there is none. */
  readonly account: AccountEntity | null;
  /** True once a second person has confirmed it. */
  readonly isConfirmed: boolean;
  readonly refusals: readonly UpdateTerminalProfileRefusal[];
}

/** Describes an account's terminal: nobody can ask the payment service what it is. */
@Injectable()
export class UpdateTerminalProfileService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly decisions: DecisionsService,
    private readonly audit: AuditLog,
  ) {}

  /** The first call proposes, the same call by another person lets the changes take effect. */
  async update(
    accountId: string,
    changes: TerminalProfileChanges,
    decision: TerminalProfileDecision,
  ): Promise<UpdateTerminalProfileResult> {
    const refusals = findRepeatedMethods(changes);
    if (refusals.length > 0) return { account: await this.accounts.find(accountId), isConfirmed: false, refusals };
    return this.unitOfWork.run((tx) => this.apply(tx, accountId, changes, decision));
  }

  private async apply(
    tx: Transaction,
    accountId: string,
    changes: TerminalProfileChanges,
    { reason, actorId }: TerminalProfileDecision,
  ): Promise<UpdateTerminalProfileResult> {
    const account = await tx.repository(AccountEntity).findOne({
      where: { id: accountId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!account) {
      const message = 'There is no account with this id.';
      return {
        account: null,
        isConfirmed: false,
        refusals: [{ code: 'ACCOUNT_NOT_FOUND', field: ['accountId'], message }],
      };
    }
    const content = toFacts(changes);
    const step = await this.decisions.take(tx, {
      kind: 'TERMINAL_PROFILE',
      subject: accountId,
      content,
      reason,
      actorId,
      mayConfirm: true,
    });
    if (step.kind === 'refused') {
      return { account, isConfirmed: false, refusals: [{ code: step.code, field: null, message: step.message }] };
    }
    if (step.kind === 'proposed') return { account, isConfirmed: false, refusals: [] };
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
    return { account, isConfirmed: true, refusals: [] };
  }
}

/** The changes as the second person must repeat them, in any order of their lists. */
function toFacts(changes: TerminalProfileChanges): Facts {
  return {
    walletVariant: changes.walletVariant ?? null,
    enabledMethods: changes.enabledMethods ?? null,
    words: changes.words.map(({ method, word }) => `${method}: ${word ?? 'the usual one'}`).sort(),
    requiredFields: changes.requiredFields
      .map(({ method, fields }) => `${method}: ${fields?.join(', ') ?? 'the usual ones'}`)
      .sort(),
    hostedPageNeedsEmail: changes.hostedPageNeedsEmail ?? null,
  };
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

/** The entries with some of them replaced; null takes one away. */
function replaced<Key extends string, Value>(
  entries: Readonly<Partial<Record<Key, Value>>>,
  changes: readonly (readonly [Key, Value | null])[],
): Partial<Record<Key, Value>> {
  const merged = new Map<string, unknown>([...Object.entries(entries), ...changes]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null)) as Partial<Record<Key, Value>>;
}

/** Every entry whose method an earlier entry of the same list has. */
export function findRepeatedMethods({ words, requiredFields }: TerminalProfileChanges): UpdateTerminalProfileRefusal[] {
  return [...repeatedMethods('words', words), ...repeatedMethods('requiredFields', requiredFields)];
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
