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
  /** Called after a change was proposed. It awaits another person. */
  readonly onProposed: () => void;
  /** Called when a dialog closes, whatever the outcome. */
  readonly onClose: () => void;
}

interface RuleSectionProps<Rule> extends RuleActing {
  readonly title: string;
  /** The button and the dialog title for a new rule. */
  readonly proposal: string;
  readonly empty: string;
  readonly columns: readonly string[];
  readonly rules: readonly Rule[];
  readonly nameOf: (rule: Rule) => string;
  /** Renders the cells of a rule, except for its actions. */
  readonly renderCells: (rule: Rule) => ReactNode;
  /** The fields that identify a rule. They cannot be changed. */
  readonly identity: readonly RuleField[];
  /** The field with the rule's value. */
  readonly setting: RuleField;
  /** Returns the dialog's initial values; null means a new rule. */
  readonly valuesOf: (rule: Rule | null) => RuleValues;
  /** Proposes a rule, or its removal if the setting is empty. Returns the problems. */
  readonly propose: Propose;
}

type Asked<Rule> =
  | { readonly kind: 'change'; readonly rule: Rule | null }
  | { readonly kind: 'remove'; readonly rule: Rule };

/** Lists the rules of one kind, with dialogs to propose changes. */
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
