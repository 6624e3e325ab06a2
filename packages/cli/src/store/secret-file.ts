/** Where commands look for signing secrets, and write them, unless `--secret-file` names another file. */
export const SECRET_FILE = '.env';
