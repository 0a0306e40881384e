/** Follows with graphql-ws alone. */
export function start(follow, { query, after }, onChange) {
  const next = ({ data }) => onChange(data.payoutStatusChanged);
  const error = (reason) => {
    throw reason;
  };
  follow({ query, variables: { after } }, { next, error, complete() {} });
}
