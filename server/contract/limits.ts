// Numbers of the contract that a screen needs too, apart from the schemas, which it can do without.

/** Digits of a verification code (spec 9). */
export const CODE_LENGTH = 6;
/** Characters of a password (contract: POST /api/auth/register). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
