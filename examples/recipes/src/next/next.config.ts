// Without this, requests for /text/ are redirected, which services must not do.
export default { skipTrailingSlashRedirect: true };
