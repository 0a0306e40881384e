import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { Panel } from '../../design/panel.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import type { Payout } from '../payout/payout-documents.js';
import css from './resolution-page.module.css';
import { BIND_PAYOUT, CLOSE_PAYOUT } from './resolution-documents.js';

interface FindingsProps {
  readonly payout: Payout;
  readonly onDone: () => void;
}

/** Proposes an outcome, by what a person found at the provider. Another person has to confirm it. */
export function Findings({ payout, onDone }: FindingsProps): ReactElement {
  const text = useText();
  const [providerPayoutId, setProviderPayoutId] = useState('');
  const [reference, setReference] = useState('');
  const [resend, setResend] = useState(false);
  const [, bind] = useMutation(BIND_PAYOUT);
  const [, close] = useMutation(CLOSE_PAYOUT);
  const about = { payoutId: payout.id, reference: reference.trim() };

  const made = useAct(onDone, async () => {
    const { data, error } = await bind({ input: { ...about, providerPayoutId: providerPayoutId.trim() } });
    return error ? error.message : data?.bindUnconfirmedPayout.userErrors[0]?.message;
  });
  const neverMade = useAct(onDone, async () => {
    const { data, error } = await close({ input: { ...about, resend } });
    return error ? error.message : data?.closeUnconfirmedPayout.userErrors[0]?.message;
  });

  return (
    <Panel title={text('resolution.shown')}>
      <p>{text('resolution.howTo')}</p>
      <div className={css.form}>
        <Field
          label={text('resolution.reference')}
          value={reference}
          onChange={({ target }) => {
            setReference(target.value);
          }}
        />
        <Field
          label={text('resolution.providerId')}
          value={providerPayoutId}
          onChange={({ target }) => {
            setProviderPayoutId(target.value);
          }}
        />
        <Problem act={made} />
        <div className={css.choices}>
          <Button tone="primary" disabled={made.isUnderWay || providerPayoutId.trim() === ''} onClick={made.run}>
            {text('resolution.proposeMade')}
          </Button>
        </div>
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={resend}
            onChange={({ target }) => {
              setResend(target.checked);
            }}
          />
          {text('resolution.resend')}
        </label>
        <Problem act={neverMade} />
        <div className={css.choices}>
          <Button tone="danger" disabled={neverMade.isUnderWay} onClick={neverMade.run}>
            {text('resolution.proposeNeverMade')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
