import { type ReactElement, type ReactNode, useState } from 'react';
import type { KnownAccount } from '../../api/use-accounts.js';
import { useHolds } from '../../api/viewer.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useText } from '../../text/use-text.js';
import { isDone, type Propose, RuleDialog } from './rule-dialog.js';
import type { RuleField, RuleValues } from './rule-fields.js';
import { RuleTable } from './rule-table.js';

export interface RuleActing {
  readonly accounts: readonly KnownAccount[];
  /** Called when a change was proposed, and waits for another person. */
  readonly onProposed: () => void;
  /** Called when a dialog is closed, whatever came of it. */
  readonly onClose: () => void;
}

interface RuleSectionProps<Rule> extends RuleActing {
  readonly title: string;
  /** Names the proposal of a new one. */
  readonly proposal: string;
  readonly empty: string;
  readonly columns: readonly string[];
  readonly rules: readonly Rule[];
  readonly nameOf: (rule: Rule) => string;
  /** The cells of a rule, without its actions. */
  readonly renderCells: (rule: Rule) => ReactNode;
  /** The fields that say which rule it is; a rule that exists keeps them. */
  readonly identity: readonly RuleField[];
  /** The field that says how it shall be. */
  readonly setting: RuleField;
  /** The values that a dialog begins with; of a new rule for null. */
  readonly valuesOf: (rule: Rule | null) => RuleValues;
  /** Proposes a rule, or its removal when its setting is empty, and returns what is wrong. */
  readonly propose: Propose;
}

type Asked<Rule> =
  | { readonly kind: 'change'; readonly rule: Rule | null }
  | { readonly kind: 'remove'; readonly rule: Rule };

/** The rules of one kind, and the dialogs that propose to change them. */
export function RuleSection<Rule>(section: RuleSectionProps<Rule>): ReactElement {
  const text = useText();
  const mayChange = useHolds('policies:change');
  const { proposal, nameOf, identity, setting, valuesOf, propose, onProposed, onClose } = section;
  const [asked, setAsked] = useState<Asked<Rule> | null>(null);
  const close = (): void => {
    setAsked(null);
    onClose();
  };
  const send: Propose = async (values, reason) => {
    const answer = await propose(values, reason);
    if (isDone(answer)) onProposed();
    return answer;
  };
  return (
    <>
      <RuleTable
        {...section}
        mayChange={mayChange}
        onChange={(rule) => {
          setAsked({ kind: 'change', rule });
        }}
        onRemove={(rule) => {
          setAsked({ kind: 'remove', rule });
        }}
      />
      {asked?.kind === 'change' ? (
        <RuleDialog
          title={proposal}
          about={asked.rule && nameOf(asked.rule)}
          fields={asked.rule ? [setting] : [...identity, setting]}
          initial={valuesOf(asked.rule)}
          onClose={close}
          onPropose={send}
        />
      ) : null}
      {asked?.kind === 'remove' ? (
        <ReasonDialog
          title={text('rules.proposeRemoval')}
          words={nameOf(asked.rule)}
          word={text('rules.proposeRemoval')}
          onClose={close}
          onReason={async (reason) => {
            const { failure, userErrors } = await send({ ...valuesOf(asked.rule), [setting.name]: '' }, reason);
            return { error: failure, userErrors };
          }}
        />
      ) : null}
    </>
  );
}
