import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useLacks } from '../../api/viewer.js';
import css from '../../design/detail.module.css';
import { FailureNotice, Loading, MissingScope } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { useText } from '../../text/use-text.js';
import { TERMINALS } from './new-order-documents.js';
import { OrderForm } from './order-form.js';

/** Creates an order by hand, such as one whose payment link goes into a message. */
export function NewOrderPage(): ReactElement {
  const text = useText();
  const isLacking = useLacks('orders:create');
  const [{ data, error }, execute] = useQuery({ query: TERMINALS });
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('newOrder.title')}</PageTitle>
      </div>
      {error && !isLacking ? (
        <FailureNotice
          failure={failureOf(error)}
          onRetry={() => {
            execute();
          }}
        />
      ) : null}
      {data || error || isLacking ? null : <Loading />}
      {isLacking ? <MissingScope scope="orders:create" /> : null}
      {data && !isLacking ? <OrderForm terminals={data.accounts} /> : null}
    </>
  );
}
