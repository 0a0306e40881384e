import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import type { Payout } from '../payout/payout-documents.js';
import { ProviderView } from './provider-view.js';
import { PROBE_PAYOUT, type ProviderPayoutView } from './resolution-documents.js';
import css from './resolution.module.css';

interface ProviderCheckProps {
  readonly payout: Payout;
  readonly providerPayoutId: string;
  readonly onType: (providerPayoutId: string) => void;
}

/** Reads a payout from the provider by the given id, and compares it with the one that was sent. */
export function ProviderCheck({ payout, providerPayoutId, onType }: ProviderCheckProps): ReactElement {
  const text = useText();
  const [view, setView] = useState<ProviderPayoutView | null>(null);
  const [, probe] = useMutation(PROBE_PAYOUT);
  const wanted = providerPayoutId.trim();
  const check = useAct(
    () => undefined,
    async () => {
      setView(null);
      const { data, error } = await probe({ input: { payoutId: payout.id, providerPayoutId: wanted } });
      setView(data?.probeProviderPayout.view ?? null);
      return { error, userErrors: data?.probeProviderPayout.userErrors };
    },
    ['providerPayoutId'],
  );
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        check.run();
      }}
    >
      <Field
        label={text('resolution.providerId')}
        value={providerPayoutId}
        problem={check.problemOf('providerPayoutId')}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          onType(target.value);
        }}
      />
      <div className={css.choices}>
        <Button type="submit" disabled={check.isUnderWay || wanted === ''}>
          {text('resolution.check')}
        </Button>
      </div>
      <Problem act={check} />
      <div role="status" aria-label={text('resolution.compared')}>
        {/* Verdicts about one id do not apply to the next one. */}
        {view?.providerPayoutId === wanted ? <ProviderView view={view} payout={payout} /> : null}
      </div>
    </form>
  );
}
