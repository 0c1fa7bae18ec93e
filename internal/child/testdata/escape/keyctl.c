// Uses the keys of the user.
#include "escape.h"

int main(void) {
	TRY(syscall(SYS_keyctl, 0, -4, 0)); // KEYCTL_GET_KEYRING_ID of the user's keys
	TRY(syscall(SYS_add_key, "user", "thera", "x", 1, -1));
	TRY(syscall(SYS_request_key, "user", "thera", NULL, 0));
	return done();
}
