import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { ActButton } from '../../design/act-button.js';
import { CheckList, SelectField } from '../../design/choices.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import { type Terminal, UPDATE_TERMINAL } from './rules-documents.js';

const METHODS = ['HOSTED_PAGE', 'CARD_IN_ORDER', 'CARD_H2H', 'BANK_TRANSFER', 'WALLET1', 'WALLET2'] as const;
const VARIANTS = ['STANDARD', 'EMAIL_ONLY', 'EMAIL_AND_IP', 'FULL_BILLING'] as const;

interface TerminalDialogProps {
  readonly terminal: Terminal;
  readonly onClose: () => void;
}

/** Describes a terminal as the provider told the merchant. Words and fields that differ from the usual ones stay. */
export function TerminalDialog({ terminal, onClose }: TerminalDialogProps): ReactElement {
  const text = useText();
  const { terminalProfile, id, name } = terminal;
  const [methods, setMethods] = useState<readonly string[]>(terminalProfile.methods.map(({ method }) => method));
  const [variant, setVariant] = useState<string>(terminalProfile.walletVariant);
  const [needsEmail, setNeedsEmail] = useState(terminalProfile.hostedPageNeedsEmail);
  const [reason, setReason] = useState('');
  const [, update] = useMutation(UPDATE_TERMINAL);
  const act = useAct(onClose, async () => {
    if (reason.trim() === '') return text('reason.needed');
    const { data, error } = await update({
      input: {
        accountId: id,
        enabledMethods: METHODS.filter((method) => methods.includes(method)),
        walletVariant: VARIANTS.find((known) => known === variant) ?? null,
        hostedPageNeedsEmail: needsEmail,
        reason: reason.trim(),
      },
    });
    return error ? error.message : data?.updateTerminalProfile.userErrors[0]?.message;
  });
  return (
    <Dialog
      title={text('terminal.change')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('rules.change')} />}
    >
      <p>{text('terminal.changeWords', { name })}</p>
      <CheckList
        label={text('terminal.methods')}
        choices={METHODS.map((method) => ({ value: method, word: text(`order.method.${method}`) }))}
        chosen={methods}
        onChange={setMethods}
      />
      <SelectField
        label={text('terminal.wallets')}
        choices={VARIANTS.map((value) => ({ value, word: text(`terminal.wallets.${value}`) }))}
        value={variant}
        onChange={setVariant}
      />
      <CheckList
        label={text('terminal.hostedPage')}
        choices={[{ value: 'email', word: text('terminal.email') }]}
        chosen={needsEmail ? ['email'] : []}
        onChange={(chosen) => {
          setNeedsEmail(chosen.includes('email'));
        }}
      />
      <Field
        label={text('reason.label')}
        value={reason}
        problem={act.problem}
        onChange={({ target }) => {
          setReason(target.value);
        }}
      />
    </Dialog>
  );
}
