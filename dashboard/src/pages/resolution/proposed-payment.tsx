import { type ReactElement, useCallback, useEffect, useRef } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { problemText } from '../../text/problem.js';
import { useText } from '../../text/use-text.js';
import { type ComparedPayout, ProviderView } from './provider-view.js';
import { PROBE_PAYOUT } from './resolution-documents.js';
import css from './resolution.module.css';

interface ProposedPaymentProps {
  readonly payout: ComparedPayout & { readonly id: string };
  /** The payment at the provider that was proposed as this payout. */
  readonly providerPayoutId: string;
}

/** Reads the proposed payment from the provider, so that the second person sees how it compares before confirming. */
export function ProposedPayment({ payout, providerPayoutId }: ProposedPaymentProps): ReactElement {
  const text = useText();
  const [{ data, error, fetching }, probe] = useMutation(PROBE_PAYOUT);
  const ask = useRef(probe);
  const { id } = payout;
  const read = useCallback(() => {
    void ask.current({ input: { payoutId: id, providerPayoutId } });
  }, [id, providerPayoutId]);
  useEffect(read, [read]);
  const view = data?.probeProviderPayout.view;
  const problem = data?.probeProviderPayout.userErrors[0];
  return (
    <section className={css.form} aria-label={text('change.findings')}>
      <h3>{text('change.findings')}</h3>
      {fetching ? <Loading /> : null}
      {error ? <FailureNotice failure={failureOf(error)} onRetry={read} /> : null}
      {view ? <ProviderView view={view} payout={payout} /> : null}
      {problem ? <p role="status">{problemText(text, problem)}</p> : null}
    </section>
  );
}
