/** The names that a session may have. */
export const sessionNameForm = /^[\w.:@-]{1,128}$/;

/** The same in words. */
export const sessionNameRule = '1 to 128 letters, digits, or . _ : @ -';

/** The session of calls that name none. */
export const usualSession = 'default';
