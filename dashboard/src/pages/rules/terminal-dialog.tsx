import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { CheckList, SelectField } from '../../design/choices.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useText } from '../../text/use-text.js';
import { ORDER_METHODS } from '../orders/order-filter.js';
import { type Terminal, UPDATE_TERMINAL } from './rules-documents.js';

const VARIANTS = ['STANDARD', 'EMAIL_ONLY', 'EMAIL_AND_IP', 'FULL_BILLING'] as const;

interface TerminalDialogProps {
  readonly terminal: Terminal;
  readonly onClose: () => void;
}

/** Edits the profile of a terminal as the provider described it. Custom labels and fields are kept. */
export function TerminalDialog({ terminal, onClose }: TerminalDialogProps): ReactElement {
  const text = useText();
  const { terminalProfile, id, name } = terminal;
  const [methods, setMethods] = useState<readonly string[]>(terminalProfile.methods.map(({ method }) => method));
  const [variant, setVariant] = useState<string>(terminalProfile.walletVariant);
  const [needsEmail, setNeedsEmail] = useState(terminalProfile.hostedPageNeedsEmail);
  const [, update] = useMutation(UPDATE_TERMINAL);
  return (
    <ReasonDialog
      title={text('terminal.change')}
      words={text('terminal.changeWords', { name })}
      word={text('rules.change')}
      tone="primary"
      onClose={onClose}
      otherFields={['walletVariant']}
      onReason={async (reason) => {
        const { data, error } = await update({
          input: {
            accountId: id,
            enabledMethods: ORDER_METHODS.filter((method) => methods.includes(method)),
            walletVariant: VARIANTS.find((known) => known === variant) ?? null,
            hostedPageNeedsEmail: needsEmail,
            reason,
          },
        });
        return { error, userErrors: data?.updateTerminalProfile.userErrors };
      }}
      renderOthers={(problemOf) => (
        <>
          <CheckList
            label={text('terminal.methods')}
            choices={ORDER_METHODS.map((method) => ({ value: method, word: text(`order.method.${method}`) }))}
            chosen={methods}
            onChange={setMethods}
          />
          <SelectField
            label={text('terminal.wallets')}
            choices={VARIANTS.map((value) => ({ value, word: text(`terminal.wallets.${value}`) }))}
            value={variant}
            problem={problemOf('walletVariant')}
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
        </>
      )}
    />
  );
}
