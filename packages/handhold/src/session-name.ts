/** The form of a session's name. */
export const sessionForm = /^[\w.:@-]{1,128}$/;

/** The same in words. */
export const sessionNameRule = '1 to 128 letters, digits, or . _ : @ -';

/** The session of calls that name none. */
export const defaultSession = 'default';
