#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define SLOTS 512

// A slot is free while its count is 0; the handler reads it without a lock.
static struct {
  _Atomic uintptr_t start;
  _Atomic size_t count;
  _Atomic int is_broken;
} slots[SLOTS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction earlier;
static uintptr_t page_size;
static int is_installed;

// Puts zeros from the page of `address` to the end of its mapping; 0 if it is none of ours.
static int cover(uintptr_t address) {
  for (int i = 0; i < SLOTS; i++) {
    size_t count = atomic_load(&slots[i].count);
    uintptr_t start = atomic_load(&slots[i].start);
    if (count == 0 || address < start || address - start >= count) continue;
    atomic_store(&slots[i].is_broken, 1);
    uintptr_t page = address & ~(page_size - 1);
    void *zeros = mmap(
        (void *)page, start + count - page, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANON, -1, 0);
    return zeros != MAP_FAILED;
  }
  return 0;
}

static void handle(int signal, siginfo_t *info, void *context) {
  if (cover((uintptr_t)info->si_addr)) return;
  if (earlier.sa_flags & SA_SIGINFO) {
    earlier.sa_sigaction(signal, info, context);
  } else if (earlier.sa_handler != SIG_DFL && earlier.sa_handler != SIG_IGN) {
    earlier.sa_handler(signal);
  } else {
    // The fault comes again when this returns, and then ends the process as it always did.
    sigaction(signal, &earlier, NULL);
  }
}

static int install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  return sigaction(SIGBUS, &action, &earlier) == 0;
}

int lunadiff_guard_install(void) {
  pthread_mutex_lock(&lock);
  if (!is_installed) is_installed = install();
  pthread_mutex_unlock(&lock);
  return is_installed;
}

int lunadiff_guard_add(void *memory, size_t count) {
  int slot = -1;
  pthread_mutex_lock(&lock);
  for (int i = 0; is_installed && i < SLOTS && slot < 0; i++) {
    if (atomic_load(&slots[i].count) != 0) continue;
    atomic_store(&slots[i].start, (uintptr_t)memory);
    atomic_store(&slots[i].is_broken, 0);
    atomic_store(&slots[i].count, count);
    slot = i;
  }
  pthread_mutex_unlock(&lock);
  return slot;
}

void lunadiff_guard_remove(int slot) { atomic_store(&slots[slot].count, 0); }

int lunadiff_guard_is_intact(int slot) { return !atomic_load(&slots[slot].is_broken); }
