import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { SecretDialog } from '../../design/secret-dialog.js';
import { useText } from '../../text/use-text.js';
import { ChangeRequest } from './change-request.js';
import { CHANGE_REQUESTS } from './changes-documents.js';
import css from './changes-page.module.css';

/** The changes that wait for a second person: keys, rules, the gate, unconfirmed payouts. */
export function ChangesPage(): ReactElement {
  const text = useText();
  // In this component's memory alone, until its dialog is closed.
  const [secondHalf, setSecondHalf] = useState<string | null>(null);
  const [{ data, error }, execute] = useQuery({ query: CHANGE_REQUESTS });
  const readAgain = (): void => {
    execute();
  };
  return (
    <>
      <h1 className={css.title}>{text('changes.title')}</h1>
      {error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : null}
      {!data && !error ? <Loading /> : null}
      {data?.changeRequests.length === 0 ? (
        <Notice>
          <p>{text('changes.none')}</p>
        </Notice>
      ) : null}
      <div className={css.list}>
        {data?.changeRequests.map((request) => (
          <ChangeRequest key={request.id} request={request} onDone={readAgain} onSecondHalf={setSecondHalf} />
        ))}
      </div>
      {secondHalf === null ? null : (
        <SecretDialog
          title={text('change.newKey')}
          words={text('change.secondHalf')}
          secret={secondHalf}
          onClose={() => {
            setSecondHalf(null);
          }}
        />
      )}
    </>
  );
}
