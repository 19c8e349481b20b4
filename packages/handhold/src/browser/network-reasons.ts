/** Network errors as Chromium calls them, and the reason that a model is told. */
const reasons: readonly [error: RegExp, reason: string][] = [
  [/ERR_NAME_NOT_RESOLVED/, 'the host name could not be resolved'],
  [/ERR_CONNECTION_REFUSED/, 'the server refused the connection'],
  [/ERR_CONNECTION_(RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE/, 'the server closed the connection'],
  [/ERR_TOO_MANY_REDIRECTS/, 'it redirects in a circle'],
  [/ERR_SSL_PROTOCOL_ERROR/, 'the server does not speak https'],
  [/ERR_CERT|ERR_SSL/, "the server's certificate is not valid"],
  [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/, 'the network is down'],
  [
    /ERR_(UNSAFE_PORT|UNSAFE_REDIRECT|BLOCKED|ACCESS_DENIED|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME)/,
    'the browser refuses this address',
  ],
  [
    /ERR_INVALID_(RESPONSE|HTTP_RESPONSE|CHUNKED_ENCODING)/,
    'the server answered with something that is not HTTP',
  ],
  [/ERR_ABORTED/, 'the navigation was called off, or the server had nothing to show'],
];

/** The reason for a network error of Chromium's; its name where it is not a common one. */
export function networkReason(error: string): string {
  return reasons.find(([pattern]) => pattern.test(error))?.[1] ?? error;
}

/** Errors of a connection as Node calls them: what Chromium does, and the reason where more is known than by that. */
const connectionErrors: Readonly<Record<string, { error: string; reason?: string }>> = {
  ECONNREFUSED: { error: 'ERR_CONNECTION_REFUSED' },
  ECONNRESET: { error: 'ERR_CONNECTION_RESET' },
  EPIPE: { error: 'ERR_CONNECTION_CLOSED' },
  ETIMEDOUT: { error: 'ERR_CONNECTION_TIMED_OUT', reason: 'the server did not answer' },
  ENETUNREACH: { error: 'ERR_ADDRESS_UNREACHABLE', reason: 'the network is down' },
  EHOSTUNREACH: { error: 'ERR_ADDRESS_UNREACHABLE', reason: 'the server can not be reached' },
};

/** A connection's error, and an answer's that is no HTTP, as Chromium calls it, with the reason. */
export function connectionFailure({ code = '' }: NodeJS.ErrnoException): { error: string; reason: string } {
  const { error, reason } = /^HPE_/.test(code)
    ? { error: 'ERR_INVALID_HTTP_RESPONSE' }
    : (connectionErrors[code] ?? { error: 'ERR_CONNECTION_FAILED', reason: 'the connection failed' });
  return { error, reason: reason ?? networkReason(error) };
}
