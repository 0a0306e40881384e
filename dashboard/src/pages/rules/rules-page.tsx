import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useAccounts } from '../../api/use-accounts.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { GatePanel } from './gate-panel.js';
import { Limits } from './limits.js';
import { Policies } from './policies.js';
import { RULES } from './rules-documents.js';
import css from './rules.module.css';
import { Terminals } from './terminals.js';

/** The rules for payouts and terminals, as they are, and the ways to change them. */
export function RulesPage(): ReactElement {
  const text = useText();
  const [isProposed, setIsProposed] = useState(false);
  const [{ data, error }, execute] = useQuery({ query: RULES });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['GATE', 'POLICY'], readAgain);
  const onProposed = (): void => {
    setIsProposed(true);
  };
  const accounts = useAccounts();
  const acting = { accounts, onProposed, onClose: readAgain };
  return (
    <>
      <PageTitle>{text('rules.title')}</PageTitle>
      <div role="status" className={css.proposed}>
        {isProposed ? (
          <>
            {text('rules.proposed')} <Link to="/approvals/changes">{text('rules.toChanges')}</Link>
          </>
        ) : null}
      </div>
      <div className={css.parts}>
        {error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : null}
        {!data && !error ? <Loading /> : null}
        {data ? (
          <>
            <GatePanel gate={data.payoutGate} onProposed={onProposed} onClose={readAgain} />
            <Policies policies={data.payoutPolicies} {...acting} />
            <Limits limits={data.payoutLimits} {...acting} />
          </>
        ) : null}
        <Terminals />
      </div>
    </>
  );
}
