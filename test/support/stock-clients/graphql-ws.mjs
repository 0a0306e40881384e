/** Follows a subscription with graphql-ws only. */
export function start(follow, { query, after }, onChange) {
  const next = ({ data }) => onChange(data.payoutStatusChanged);
  const error = (reason) => {
    throw reason;
  };
  follow({ query, variables: { after } }, { next, error, complete() {} });
}
