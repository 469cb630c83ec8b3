#ifndef CRUNTIME_H
#define CRUNTIME_H

#include <stdbool.h>
#include <stdint.h>

/// The simulation executor that owns the current thread, or null.
///
/// `initial-exec` makes the access one instruction; the library is always linked into the program.
extern __thread void *cruntime_owner __attribute__((tls_model("initial-exec")));

static inline void *cruntime_current_owner(void) { return cruntime_owner; }
static inline void cruntime_set_current_owner(void *owner) { cruntime_owner = owner; }

/// The task that runs on this thread, or null: an entry point of the Swift runtime (swift/Runtime/Concurrency.h).
///
/// The same as `withUnsafeCurrentTask`, without its closure; a sleep asks once.
__attribute__((swiftcall)) void *swift_task_getCurrent(void);

/// Whether `task` was cancelled; an entry point of the Swift runtime.
__attribute__((swiftcall)) bool swift_task_isCancelled(void *task);

/// Retains an object whose memory is known to be there; null where the object is gone. An entry point of the Swift runtime
/// (swift/Runtime/HeapObject.h).
void *swift_tryRetain(void *object);

/// Whether the runtime has what `cruntime_suspend` calls.
bool cruntime_can_suspend(void);

/// What `cruntime_probe`, an async function that returns at once, found of its caller.
typedef struct {
    /// Whether it was handed the task that runs.
    bool has_task;
    /// The context of the caller.
    void *caller;
    /// Where the accesses of the task are thought to be: the newest that began before the task did.
    uintptr_t accesses;
} cruntime_findings;

/// The context in which a suspended task goes on, where suspending thinks it to be.
void *cruntime_saved_context(void *task);

/// The room that the runtime needs for an access that it tracks: three words.
typedef struct {
    uintptr_t words[3];
} cruntime_access;

/// Begins an access that modifies `pointer`, as the compiler does for a property of a class.
///
/// Returns its identity, which the runtime keeps as the newest access of this thread.
uintptr_t cruntime_begin_access(void *pointer, cruntime_access *access);

/// Ends it.
void cruntime_end_access(cruntime_access *access);

/// Receives a job that the Swift runtime was about to send to the global pool from a thread that has an owner.
///
/// Returns false for a job that belongs to the global pool.
typedef bool (*cruntime_adopt)(void *owner, void *job);

/// Installs the enqueue hook of the Swift runtime, once per process.
///
/// Returns false where the runtime has no such hook; the executor preference is the fallback.
bool cruntime_install_enqueue_hook(cruntime_adopt adopt);

/// Has threads that have an owner find the executor `identity` with the witnesses `implementation` where the main actor's is, once
/// per process.
///
/// Returns false where the runtime has no such hook; what goes to the main actor is then found when it comes back, or at the end.
bool cruntime_install_main_executor(void *identity, uintptr_t implementation);

/// Sends `job` to the main actor.
void cruntime_enqueue_on_main(void *job);

/// Whether this is the first thread of the process.
bool cruntime_is_main_thread(void);

#endif
